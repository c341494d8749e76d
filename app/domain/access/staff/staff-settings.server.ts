import { eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { staffSettings } from "./desk-tables.server";

/** How a member of staff decides. */
export interface StaffSettings {
  /** The first track of the entry that opens after a decision plays. */
  playsNext: boolean;
}

const DEFAULTS: StaffSettings = { playsNext: false };

export async function findStaffSettings(db: Database, staffId: string): Promise<StaffSettings> {
  const { playsNext } = staffSettings;
  const [row] = await db
    .select({ playsNext })
    .from(staffSettings)
    .where(eq(staffSettings.staffId, staffId));
  return row ?? DEFAULTS;
}

export async function saveStaffSettings(
  db: Database,
  staffId: string,
  settings: StaffSettings,
  now: Date,
): Promise<void> {
  const row = { ...settings, updatedAt: now.toISOString() };
  await db
    .insert(staffSettings)
    .values({ staffId, ...row })
    .onConflictDoUpdate({ target: staffSettings.staffId, set: row });
}
