import { sql } from "drizzle-orm";
import { submissions } from "../submission-tables.server";
import { CATALOGUE_TRANSFER } from "./release-name";

/** `submissionTitle` in SQL. */
export const submissionTitleSql = sql<string>`CASE WHEN ${submissions.releaseTitle} = ''
    AND json_extract(${submissions.formData}, '$.uploadType') = 'transfer'
  THEN ${CATALOGUE_TRANSFER} ELSE ${submissions.releaseTitle} END`;
