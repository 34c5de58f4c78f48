// The only module that imports apache-arrow. It is slow to load, so it is imported only when Arrow output is requested.
export {
  AsyncByteQueue,
  Bool,
  type Data,
  type DataType,
  DateDay,
  Decimal,
  Field,
  Int32,
  makeData,
  RecordBatch,
  RecordBatchFileWriter,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  Utf8,
} from 'apache-arrow'
