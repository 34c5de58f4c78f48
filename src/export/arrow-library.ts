// The only module that imports apache-arrow, which is slow to load. It is imported on demand when Arrow output is requested.
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
