import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { pageTitle } from "~/components/page-title";
import { readSmallForm } from "~/pages/read-small-form";
import {
  beginNow,
  noteRequest,
  recordFor,
  requestsDesk,
} from "~/pages/staff/data-requests-desk.server";
import { formErrorReply } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { RequestsPage } from "~/views/staff/data-requests/requests-page";

const HEADING = "Data requests";
const PATH = "/staff/data-requests";

interface Reply {
  trouble: string;
}

export async function loader({ context }: LoaderFunctionArgs) {
  await requireStaff(context);
  return requestsDesk(context);
}

const NOT_RECORDED =
  "There's no artist with that id, or their deletion is recorded already. An id looks like A-7K4P29.";
const NOT_NOTED = "Nothing was written down: the note is empty, or the request is over.";

/** Has a deletion begin, notes something under it, or records one for who asked by another way. */
export async function action({ request, context }: ActionFunctionArgs) {
  const by = await requireStaff(context);
  const { fields } = await readSmallForm(request, PATH);
  const requestId = fields.get("request") ?? "";
  const refuse = (trouble: string) => formErrorReply<Reply>(context, { trouble }, { status: 400 });
  switch (fields.get("intent")) {
    case "now":
      return redirect(`${PATH}?${(await beginNow(context, by, requestId)) ? "begins" : "over"}`);
    case "note": {
      const noted = await noteRequest(context, by, { requestId, text: fields.get("note") ?? "" });
      return noted ? redirect(`${PATH}?noted`) : refuse(NOT_NOTED);
    }
    default:
      return (await recordFor(context, by, fields.get("artist") ?? ""))
        ? redirect(`${PATH}?recorded`)
        : refuse(NOT_RECORDED);
  }
}

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function DataRequests() {
  const requests = useLoaderData<typeof loader>();
  const reply = useActionData<Reply>();
  const [params] = useSearchParams();
  return (
    <RequestsPage
      heading={HEADING}
      requests={requests}
      noticeCode={[...params.keys()][0]}
      trouble={reply?.trouble}
    />
  );
}
