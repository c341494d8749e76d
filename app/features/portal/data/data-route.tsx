import type { MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { pageTitle } from "~/ui/page-title";
import { DataPage } from "./data-page";
import type { loader, Reply } from "./data-route.server";

const HEADING = "What we store about you";

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
