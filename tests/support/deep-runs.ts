/** Whether `npm run test:deep` runs, which runs all cases; `npm test` runs a sample. */
const isDeep = process.env.TEST_DEEP === "1";

/** The number of random cases to run. */
export function deepRuns(sampleCount: number, deep: number): number {
  return isDeep ? deep : sampleCount;
}

/** The cases to run: all in `npm run test:deep`, else those at the given indexes. */
export function deepCases<T>(cases: readonly T[], ...sampleIndexes: number[]): T[] {
  return cases.filter((_, index) => isDeep || sampleIndexes.includes(index));
}
