import * as v from "valibot";
import { findEntry } from "~/domain/access/waiting-list.server";
import { artistDataSchema } from "~/domain/board/waiting-artist";
import { waitingListMail } from "~/domain/mail/waiting-list-mail";
import type { JobHandler, JobKind, JobSubject } from "./job-kind";
import { enqueueMail, type MailDeps, mailDeps } from "./mail-deps";

/** Queues the mail that confirms an entry of the waiting list, once. */
export function confirmEntry(deps: MailDeps): JobHandler<JobSubject<"confirm-waiting-list">> {
  return {
    async run({ subject }) {
      const row = await findEntry(deps.db, subject);
      if (!row) return { kind: "failed", reason: "no-such-entry" };
      const artistData = v.parse(artistDataSchema, JSON.parse(row.artistData));
      const outcome = await enqueueMail(deps, waitingListMail({ ...row, artistData }, deps.brand));
      return { kind: "done", reason: outcome ? undefined : "known" };
    },
  };
}

export const confirmWaitingListJob: JobKind<"confirm-waiting-list"> = {
  type: "confirm-waiting-list",
  heavy: false,
  run: (topic, services) => confirmEntry(mailDeps(services)).run(topic),
  onDeadLetter: (_, { notifyStaff }) => notifyStaff(),
};
