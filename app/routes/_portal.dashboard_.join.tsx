import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import notice from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import {
  claimableSubmissions,
  claimOfferedSubmissions,
} from "~/pages/portal/claim-submissions.server";
import { readSmallForm } from "~/pages/read-small-form";
import { requireArtist } from "~/session/require-artist";
import { JoinOffer } from "~/views/portal/join-offer";

/** Room for more than 200 ids. */
const MAX_BYTES = 32 * 1024;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const artist = await requireArtist(request, context);
  return { submissions: await claimableSubmissions(context, artist) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const artist = await requireArtist(request, context);
  const { fields } = await readSmallForm(request, "/dashboard", MAX_BYTES);
  const count = await claimOfferedSubmissions(context, artist, fields.getAll("submission[]"));
  return redirect(`/dashboard?tab=0&joined=${count}`);
}

export const meta: MetaFunction = (page) => pageTitle("Earlier submissions", page);

export default function EarlierSubmissions() {
  const { submissions } = useLoaderData<typeof loader>();
  return (
    <div className={notice.page}>
      <p className={notice.actions}>
        <a href="/dashboard">Dashboard</a>
      </p>
      <h1>Earlier submissions</h1>
      {submissions.length === 0 && <p>Everything sent under your address is in your account.</p>}
      <JoinOffer submissions={submissions} />
    </div>
  );
}
