import type { Database } from "~/platform/database.server";

/** A database in which something happens just before each batch with such a statement. */
export function overtakenDatabase(
  db: Database,
  statement: RegExp,
  act: () => Promise<unknown>,
): Database {
  return new Proxy(db, {
    get(target, name, receiver) {
      if (name !== "batch") return Reflect.get(target, name, receiver);
      return async (batch: Parameters<typeof target.batch>[0]): Promise<unknown> => {
        const texts = batch.map((query) =>
          "toSQL" in query && typeof query.toSQL === "function" ? query.toSQL().sql : "",
        );
        if (texts.some((text) => statement.test(text))) await act();
        return target.batch(batch);
      };
    },
  });
}
