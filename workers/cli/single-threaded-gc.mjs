// Imported wherever the local runtime is started. On two cores V8's pool of threads has one thread: a
// compilation that holds it waits for a collection, and the collection waits for that thread, for ever.
// Collecting on the main thread alone waits for nobody.
process.env.MINIFLARE_WORKERD_V8_FLAGS ??= "--single-threaded-gc";
