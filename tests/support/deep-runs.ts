/**
 * How often a property is tried: a first handful in `npm test`, many more times in `npm run test:deep`.
 */
export function deepRuns(quick: number, deep: number): number {
  return process.env.TEST_DEEP ? deep : quick;
}
