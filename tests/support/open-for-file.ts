import { afterAll } from "vitest";

/** Opens what all tests of a file share, and closes it after them. Call it at the top of the file. */
export async function openForFile<Shared extends { close: () => unknown }>(
  open: () => Promise<Shared>,
): Promise<Shared> {
  const shared = await open();
  afterAll(async () => {
    await shared.close();
  });
  return shared;
}
