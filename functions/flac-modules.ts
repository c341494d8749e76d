import libFlac from "libflacjs/dist/libflac.wasm.wasm";
import callbacks from "#compiled/flac-callbacks.wasm";

/** The codec of compressed uploads, compiled when the site is deployed: workerd compiles nothing later. */
export const flac = { libFlac, callbacks };
