// What the bundler makes of a compiled module: ready to be instantiated, never compiled at run time.
declare module "*.wasm" {
  const compiled: WebAssembly.Module;
  export default compiled;
}
