import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { pageTitle } from "~/components/page-title";
import {
  DATA_PAGE,
  dataPage,
  requestAccountDeletion,
  undoDeletion,
} from "~/pages/data-page.server";
import { confirmPath } from "~/pages/portal/confirm-identity.server";
import { readSmallForm } from "~/pages/read-small-form";
import { formErrorReply } from "~/session/refusal";
import { requireArtist } from "~/session/require-artist";
import { DataPage } from "~/views/portal/data/data-page";

const HEADING = "What we hold about you";

interface Reply {
  typed: string;
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const artist = await requireArtist(request, context);
  return { ...(await dataPage(context, artist)), supportEmail: context.settings.SUPPORT_EMAIL };
}

/** Requests the deletion, or cancels it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const artist = await requireArtist(request, context);
  const { fields } = await readSmallForm(request, DATA_PAGE);
  if (fields.get("intent") === "keep") {
    const isCancelled = await undoDeletion(context, artist);
    return redirect(`${DATA_PAGE}?${isCancelled ? "kept" : "begun"}`);
  }
  const confirmation = fields.get("confirm") ?? "";
  const result = await requestAccountDeletion(context, artist, confirmation);
  if (result === "asked") return redirect(`${DATA_PAGE}?asked`);
  if (result === "unconfirmed") return redirect(confirmPath(DATA_PAGE));
  return formErrorReply<Reply>(context, { typed: confirmation }, { status: 400 });
}

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function HeldData() {
  const heldData = useLoaderData<typeof loader>();
  const reply = useActionData<Reply>();
  const [params] = useSearchParams();
  return (
    <DataPage
      heading={HEADING}
      storedData={heldData}
      confirmation={reply?.typed}
      noticeCode={[...params.keys()][0]}
    />
  );
}
