/** Where the next reservation begins: everything behind the module's own data is free. */
let top: usize = (__heap_base + 15) & ~15;

/**
 * Reserves zeroed bytes at a multiple of 16, for as long as the instance lives; every clip is
 * converted by an instance of its own.
 */
export function reserve(bytes: i32): usize {
  const at = top;
  top = (at + <usize>bytes + 15) & ~15;
  const missing = <i32>((top + 0xffff) >>> 16) - memory.size();
  if (missing > 0 && memory.grow(missing) < 0) unreachable();
  return at;
}
