import { sql } from "drizzle-orm";
import type { Backfill } from "./backfill";

const EARLIER = "IN ('none', 'some', 'most')";

/** As `carryOverAi` reads details that no slice has come to. */
const carriedOver = (json: string) =>
  `${json} = iif(${json} ->> '$.details.ai' ${EARLIER}, json_set(${json}, '$.details.aiEarlier', ${json} ->> '$.details.ai',
    '$.details.ai', iif(${json} ->> '$.details.ai' = 'none', 'no', 'yes')), ${json})`;

/** Until 0058, an answer about AI was one of three about the release as a whole. */
export const aiAnswers: Backfill = {
  name: "ai-answers",
  table: "release_details",
  key: "submission_id",
  statements: (slice) => [
    sql`UPDATE release_details SET ${sql.raw(carriedOver("answers"))}, ${sql.raw(carriedOver("sent"))}
      WHERE submission_id IN (${slice})
        AND (answers ->> '$.details.ai' ${sql.raw(EARLIER)} OR sent ->> '$.details.ai' ${sql.raw(EARLIER)})`,
  ],
};
