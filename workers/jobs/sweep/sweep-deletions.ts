import { withdrawAll } from "~/artists/agreement/withdraw.server";
import { forgetEntry } from "~/entry/returning-store.server";
import { dataDeletedMail } from "~/mail/data-requests";
import { removeCopies } from "~/privacy/remove-copies.server";
import type { DeletionCalls } from "~/privacy/remove-with-copies.server";
import { deletedLines, keptLines } from "~/privacy/report";
import type { Services } from "~/services.server";
import { type MailDeps, postMail } from "../mail-deps";

/** What deletions do at others', in KV and by mail. */
export function deletionCalls(
  services: Pick<Services, "board" | "drive" | "tokens" | "signing" | "db" | "log" | "clock">,
  letters: MailDeps,
): DeletionCalls {
  const { board, drive, tokens, signing, db, log, clock: now } = services;
  const client = signing.state === "off" ? undefined : signing.client;
  return {
    withdrawAgreements: (artistId) => withdrawAll({ db, client, log, now }, artistId),
    removeCopies: (copies) => removeCopies({ board, drive }, copies),
    forgetLink: (tokenHash) => forgetEntry(tokens, tokenHash),
    async tellDeleted({ id: requestId, email: recipient }, report) {
      const lines = { deleted: deletedLines(report), kept: keptLines(report) };
      await postMail(letters, dataDeletedMail({ requestId, recipient, ...lines }, letters.brand));
    },
  };
}
