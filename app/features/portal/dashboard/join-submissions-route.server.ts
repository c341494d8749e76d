import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { findAccount } from "~/domain/artists/accounts.server";
import {
  claimSubmissions,
  listClaimableSubmissions,
} from "~/domain/submission/record/account-submissions.server";
import { longDate } from "~/platform/formats/dates";
import type { SignedIn } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";
import { readSmallForm } from "~/session/read-small-form";
import { requireArtist } from "~/session/require-artist";

const MAX_CLAIMED = 200;

/** Submissions sent from the artist's address that belong to no account. */
async function claimableSubmissions({ db }: Pick<AppContext, "db">, { id }: SignedIn) {
  const account = await findAccount(db, id);
  const submissions = account ? await listClaimableSubmissions(db, account) : [];
  return submissions.map(({ createdAt, status: _, ...submission }) => ({
    ...submission,
    sent: longDate(createdAt),
  }));
}

/** Claims the chosen submissions. @returns how many; only those offered count. */
async function claimOfferedSubmissions(
  { db, clock, log }: AppContext,
  { id }: SignedIn,
  submissionIds: readonly string[],
): Promise<number> {
  const account = await findAccount(db, id);
  if (!account) return 0;
  const { email } = account;
  const count = await claimSubmissions(
    db,
    { id, email },
    submissionIds.slice(0, MAX_CLAIMED),
    clock(),
  );
  if (count > 0) log("info", "artist.joined", { count });
  return count;
}

/** Room for more than 200 ids. */
const MAX_BYTES = 32 * 1024;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const artist = await requireArtist(request, context, "read");
  return { submissions: await claimableSubmissions(context, artist) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const artist = await requireArtist(request, context, "write");
  const { fields } = await readSmallForm(request, "/dashboard", MAX_BYTES);
  const count = await claimOfferedSubmissions(context, artist, fields.getAll("submission[]"));
  return redirect(`/dashboard?tab=0&joined=${count}`);
}
