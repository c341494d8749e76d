import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The folders of the cloud drive that a submission's files are mirrored into. */
export const driveFolders = sqliteTable(
  "drive_folders",
  {
    submissionId: text("submission_id").notNull(),
    /** artist, audio, images or clips: see `INNER_FOLDERS`. */
    folder: text("folder").notNull(),
    /** The drive's own id; null while the folder is being made. */
    driveId: text("drive_id"),
    /** Until when the worker that makes it may take. */
    leaseUntil: text("lease_until").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.submissionId, table.folder] })],
);

/** The files that are, or are on their way, on the cloud drive. */
export const driveFiles = sqliteTable(
  "drive_files",
  {
    /** The id of the upload, or of the clip. */
    sourceId: text("source_id").primaryKey(),
    submissionId: text("submission_id").notNull(),
    /** Of the object in the bucket, in hexadecimal digits. */
    md5: text("md5"),
    /** Where its bytes are sent to, for a week. Opens without credentials: a secret. */
    sessionUri: text("session_uri"),
    /** Bytes that the drive has acknowledged. */
    offset: integer("offset").notNull().default(0),
    /** The drive's own id, once its content is known to be right. */
    driveId: text("drive_id"),
    /** The run that sends it, and until when it may. */
    holder: text("holder"),
    leaseUntil: text("lease_until"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [index("drive_files_by_submission").on(table.submissionId)],
);
