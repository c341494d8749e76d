import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { findAccount } from "~/domain/artists/accounts.server";
import { addressSpans } from "~/domain/artists/former-addresses.server";
import { DATA_PAGE } from "~/domain/privacy/account-deletion.server";
import { recordExport } from "~/domain/privacy/data-requests.server";
import {
  type ExportedFile,
  exportNames,
  filesToExport,
  findCarrier,
} from "~/domain/privacy/export-files.server";
import { archivedSubmissionIds, readPersonalData } from "~/domain/privacy/personal-data.server";
import { readMe } from "~/domain/privacy/read-me";
import { releasePackage } from "~/domain/review/package/release-package.server";
import { restoreAllArchived } from "~/domain/submission/record/archive/restore-submission.server";
import type { SignedIn } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";
import { requireArtist } from "~/session/require-artist";
import { requireConfirmed } from "../sign-ins/confirm-identity.server";

const toJsonText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** A GET downloads nothing: scanners follow links. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireArtist(request, context, "read");
  return redirect(DATA_PAGE);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const artist = await requireArtist(request, context, "write");
  await requireConfirmed(context, artist, DATA_PAGE);
  return sendData(context, artist);
}

/**
 * Streams everything held about an artist as a zip.
 * @returns a redirect to the page if the daily downloads are used up or the account was just deleted.
 */
async function sendData(context: AppContext, { id: artistId }: SignedIn): Promise<Response> {
  const { db, clock, ids, uploads, log, settings } = context;
  const account = await findAccount(db, artistId);
  if (!account) return redirect(DATA_PAGE);
  const now = clock();
  if (!(await recordExport(db, { id: ids.next(now), artistId, now }))) {
    log("info", "data.not-exported", { artistId, reason: "limit" });
    return redirect(`${DATA_PAGE}?enough`);
  }
  const addresses = await addressSpans(db, { artistId, email: account.email });
  const subject = { artistId, addresses };
  await restoreAllArchived(context, await archivedSubmissionIds(db, subject));
  const heldData = await readPersonalData(db, subject);
  if (!heldData) return redirect(DATA_PAGE);
  const { files, missing } = await filesToExport(uploads, heldData);
  const [brand, exportedAt] = [settings.BRAND_NAME, now.toISOString()];
  const readMeFields = {
    brand,
    supportEmail: settings.SUPPORT_EMAIL,
    createdAt: exportedAt,
    files: files.length,
    missing,
  };
  const json = Object.entries(heldData.texts).map(
    ([name, value]) => [name, toJsonText(value)] as const,
  );
  const texts = { "READ-ME.txt": readMe(readMeFields), ...Object.fromEntries(json) };
  const { zip, folder } = exportNames({
    brand,
    artistId: account.artistId,
    day: exportedAt.slice(0, 10),
  });
  const carriers = new Map(files.map((file: ExportedFile) => [file.key, file.carrier]));
  const read = ({ key }: { key: string }) =>
    findCarrier(uploads, carriers.get(key) ?? "own").read(key);
  const { body, length } = releasePackage(read, { folder, files, texts, at: now });
  log("info", "data.exported", { artistId, count: files.length, bytes: length });
  return new Response(body, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Length": String(length),
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(zip)}.zip`,
    },
  });
}
