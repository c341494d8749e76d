import { submissions } from "~/domain/submission/submission-tables.server";
import { openDatabase } from "~/platform/database.server";
import { randomIds } from "~/platform/ids";
import type { AppServer } from "./app-server";
import { openAppStores } from "./app-stores";
import { appUnderTest } from "./app-under-test";
import { submissionRow } from "./submission-row";

/** An entry as it waits in the queue. */
export interface WaitingEntry {
  id: string;
  artistName: string;
  title: string;
}

/** Later than any real due date: the queue of other tests stays as it is. */
const FIRST_DUE = Date.UTC(2090, 0, 1);

/** Puts submissions into the database, which wait one behind the other at the end of the queue. */
export async function addWaiting(
  count: number,
  name: string,
  app: Pick<AppServer, "url"> = appUnderTest(),
): Promise<WaitingEntry[]> {
  const { db } = await openAppStores(app);
  const now = new Date();
  const createdAt = now.toISOString();
  // Of two tests at once each has a row of its own.
  const firstDue = FIRST_DUE + Math.floor(Math.random() * 1e6) * 1e5;
  const history = JSON.stringify([{ status: "pending", at: createdAt }]);
  const rows = Array.from({ length: count }, (_, index) => {
    const id = randomIds.next(now);
    return submissionRow({
      ...{ id, createdAt, statusHistory: history },
      reference: `KEY-${id.slice(-8)}`,
      artistName: `${name} ${index + 1}`,
      releaseTitle: "Night Ferry",
      email: `${id.toLowerCase()}@example.com`,
      formData: JSON.stringify({ artistName: `${name} ${index + 1}`, tracks: [] }),
      replyDueAt: new Date(firstDue + index * 1000).toISOString(),
    });
  });
  const database = openDatabase(db);
  for (const row of rows) await database.insert(submissions).values(row);
  return rows.map(({ id }, index) => ({
    ...{ id, artistName: `${name} ${index + 1}`, title: "Night Ferry" },
  }));
}
