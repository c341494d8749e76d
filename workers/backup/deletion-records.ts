import * as v from "valibot";

/** Beside the copies in their bucket, and in none of them. */
const PREFIX = "deletions/";

const recordSchema = v.object({ artistId: v.string(), at: v.string() });

/** A person who was deleted, by ids alone. */
interface DeletionRecord extends v.InferOutput<typeof recordSchema> {
  /** Of the request. */
  id: string;
}

export async function writeDeletion(bucket: R2Bucket, { id, ...record }: DeletionRecord) {
  await bucket.put(`${PREFIX}${id}`, "", { customMetadata: record });
}

/** The deletions that were carried out after a time. */
export async function* readDeletions(
  bucket: R2Bucket,
  after: string,
): AsyncGenerator<DeletionRecord> {
  let cursor: string | undefined;
  do {
    const page = await bucket.list({ prefix: PREFIX, include: ["customMetadata"], cursor });
    for (const { key, customMetadata } of page.objects) {
      const record = v.parse(recordSchema, customMetadata);
      if (record.at > after) yield { id: key.slice(PREFIX.length), ...record };
    }
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
}
