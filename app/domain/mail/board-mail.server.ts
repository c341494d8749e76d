import { readStatusMailFacts } from "~/domain/mail/status-mail-facts.server";
import type { StatusChange } from "~/domain/submission/record/status-change";
import type { Database } from "~/platform/database.server";
import type { Brand, Mail } from "./mail";
import { boardChangeMail } from "./status-mail";

/** The mail about a status that was set on the board. @param site origin of the site. */
export async function composeBoardMail(
  db: Database,
  change: StatusChange,
  brand: Brand,
  site: string,
): Promise<Mail> {
  const { id } = change.submission;
  return boardChangeMail(change, brand, site, (await readStatusMailFacts(db, [id])).get(id));
}
