import { findStaff } from "~/domain/access/staff/staff-sessions.server";
import { queuePage } from "~/domain/review/queue.server";
import { parseCursor, readFilter } from "~/domain/review/queue-filter";
import { openDatabase } from "~/platform/database.server";
import type { AppServer } from "../support/app-server";
import { openAppStores } from "../support/app-stores";

/** The figures of a page's D1 queries. */
interface RecordedQueries {
  queries: number;
  rowsRead: number;
}

const isStatement = (value: object): value is D1PreparedStatement => "all" in value;

/** A database that counts its queries, using the figures that D1 returns with each result. */
function counting(db: D1Database, counts: RecordedQueries): D1Database {
  const countingProxy = <T extends object>(statement: T): T =>
    new Proxy(statement, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          const result = value.apply(target, args);
          if (name === "bind") return countingProxy(result);
          if (name !== "all" && name !== "raw" && name !== "run") return result;
          counts.queries += 1;
          // `raw()` returns no figures, so the query runs once more to get them.
          const metaResult = name === "raw" && isStatement(target) ? target.all() : result;
          return Promise.all([result, metaResult]).then(([answer, { meta }]) => {
            counts.rowsRead += meta.rows_read;
            return answer;
          });
        };
      },
    });
  return new Proxy(db, {
    get: (target, name) =>
      name === "prepare"
        ? (query: string) => countingProxy(target.prepare(query))
        : Reflect.get(target, name),
  });
}

/** Counts the D1 queries of a queue page: the session, the entries and their figures. */
export async function recordQueries(app: AppServer, path: string): Promise<RecordedQueries> {
  const inside = await openAppStores(app);
  const counts: RecordedQueries = { queries: 0, rowsRead: 0 };
  try {
    const db = openDatabase(counting(inside.db, counts));
    const { searchParams } = new URL(path, app.url);
    const now = new Date();
    await findStaff(db, { token: "x", passcodeMark: "x", now });
    const after = parseCursor(searchParams.get("after"));
    const { items } = await queuePage(
      db,
      readFilter(searchParams),
      { staffId: "x", now },
      { after },
    );
    if (items.length === 0) throw new Error(`${path} shows nothing.`);
    return counts;
  } finally {
    await inside.close();
  }
}
