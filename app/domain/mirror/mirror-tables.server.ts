import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Folders of a submission on the drive. */
export const mirrorFolders = sqliteTable(
  "drive_folders",
  {
    submissionId: text("submission_id").notNull(),
    /** See `INNER_FOLDERS`. */
    folder: text("folder").notNull(),
    /** Id on the drive; null while it is being created. */
    driveId: text("drive_id"),
    /** End of the creating worker's lease. */
    leaseUntil: text("lease_until").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.submissionId, table.folder] })],
);

/** Files on the drive, or being uploaded. */
export const mirrorFiles = sqliteTable(
  "drive_files",
  {
    /** Id of the upload or clip. */
    sourceId: text("source_id").primaryKey(),
    submissionId: text("submission_id").notNull(),
    /** Of the object in the bucket; hexadecimal. */
    md5: text("md5"),
    /** Upload URL, valid for a week. Needs no credentials: secret. */
    sessionUri: text("session_uri"),
    /** Bytes acknowledged by the drive. */
    offset: integer("offset").notNull().default(0),
    /** Id on the drive, once the content is verified. */
    driveId: text("drive_id"),
    /** The run that holds the lease. */
    holder: text("holder"),
    leaseUntil: text("lease_until"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [index("drive_files_by_submission").on(table.submissionId)],
);
