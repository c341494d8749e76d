import { createHash, randomBytes } from "node:crypto";
import { randomIds } from "~/platform/ids";
import type { StoreReader } from "../support/app-stores";
import { createDraftAt, findDraftRow } from "../support/drafts";
import { Visitor } from "../support/visitor";

const COLUMNS = {
  drafts:
    "entry, answers, completed_steps, version, submitted_at, expires_at, created_at, updated_at",
  uploads:
    "kind, slot, file_name, size, content_type, fingerprint, sha256, key, multipart_id, part_size, carrier, method, state, probe, choice, created_at, updated_at",
  slots: "slot, version, choice, version_choice, updated_at",
};

/** The cookie that unlocks a draft, as the site writes it. */
const createCookie = (key: string) =>
  `draft=${encodeURIComponent(Buffer.from(JSON.stringify(key)).toString("base64"))}`;

/**
 * Creates visitors at Review with everything filled in: one goes there step by step, the others get
 * copies of its draft, which share its files in the bucket.
 */
export async function visitorsAtReview(
  store: StoreReader,
  base: string,
  count: number,
): Promise<Visitor[]> {
  const first = await createDraftAt("review", {}, new Visitor(base));
  const { id } = await findDraftRow(store, first);
  const copies = Array.from({ length: count - 1 }, () => {
    const key = randomBytes(32).toString("base64url");
    const keyHash = createHash("sha256").update(key).digest("hex");
    return { id: randomIds.next(new Date()), key, keyHash };
  });
  const list = JSON.stringify(copies.map((copy) => ({ id: copy.id, keyHash: copy.keyHash })));
  // Aliased, since the columns of json_each have the same names as ours.
  const to = `(SELECT json_extract(value, '$.id') AS copy_id,
    json_extract(value, '$.keyHash') AS copy_hash FROM json_each(?))`;
  await store.rows(
    `INSERT INTO drafts (id, key_hash, ${COLUMNS.drafts})
     SELECT copy_id, copy_hash, ${COLUMNS.drafts}
     FROM ${to} CROSS JOIN (SELECT ${COLUMNS.drafts} FROM drafts WHERE id = ?)`,
    ...[list, id],
  );
  await store.rows(
    `INSERT INTO uploads (id, draft_id, ${COLUMNS.uploads})
     SELECT copy_id || '-' || slot, copy_id, ${COLUMNS.uploads}
     FROM ${to} CROSS JOIN (SELECT ${COLUMNS.uploads} FROM uploads WHERE draft_id = ?)`,
    ...[list, id],
  );
  // A slot holds the copy of its upload.
  await store.rows(
    `INSERT INTO slots (draft_id, upload_id, ${COLUMNS.slots})
     SELECT copy_id, CASE WHEN upload_id IS NOT NULL THEN copy_id || '-' || slot END, ${COLUMNS.slots}
     FROM ${to} CROSS JOIN (SELECT upload_id, ${COLUMNS.slots} FROM slots WHERE draft_id = ?)`,
    ...[list, id],
  );
  return [
    first,
    ...copies.map(({ key }) => {
      const visitor = new Visitor(base);
      visitor.cookie = createCookie(key);
      return visitor;
    }),
  ];
}
