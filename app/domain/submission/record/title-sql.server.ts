import { sql } from "drizzle-orm";
import { submissions } from "../submission-tables.server";
import { CATALOGUE_TRANSFER } from "./release-name";

const first = sql`nullif(json_extract(${submissions.formData}, '$.catalogueItems[0].title'), '')`;

/** `submissionTitle` in SQL. */
export const submissionTitleSql = sql<string>`CASE WHEN ${submissions.releaseTitle} = ''
    AND json_extract(${submissions.formData}, '$.uploadType') = 'transfer'
  THEN ${CATALOGUE_TRANSFER} || coalesce(': ' || ${first}, '') ELSE ${submissions.releaseTitle} END`;

/** The release date of a submission; empty for a catalogue transfer, which has none. */
export const releaseDateSql = sql<string>`CASE WHEN json_extract(${submissions.formData}, '$.uploadType') = 'transfer'
  THEN '' ELSE coalesce(json_extract(${submissions.formData}, '$.releaseDate'), '') END`;
