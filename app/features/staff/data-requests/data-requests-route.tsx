import type { MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { pageTitle } from "~/ui/page-title";
import type { loader, Reply } from "./data-requests-route.server";
import { RequestsPage } from "./requests-page";

const HEADING = "Data requests";

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
