/** What one encoder writes to. `encoder.ts` knows the order of the fields, each of 4 bytes. */
@unmanaged
class Encoding {
  output: usize;
  outputEnd: usize;
}

const OK = 0;
const FATAL_ERROR = 1;

/** FLAC__StreamEncoderWriteCallback: collects the stream, up to the end of its memory. */
export function writeStream(
  _: usize,
  from: usize,
  bytes: usize,
  _samples: i32,
  _frame: i32,
  client: usize,
): i32 {
  const encoding = changetype<Encoding>(client);
  if (bytes > encoding.outputEnd - encoding.output) return FATAL_ERROR;
  memory.copy(encoding.output, from, bytes);
  encoding.output += bytes;
  return OK;
}
