// The one importer of apache-arrow, which is slow to load: nothing imports this before Arrow is asked for.
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
