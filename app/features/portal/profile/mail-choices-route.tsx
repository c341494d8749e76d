import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/ui/page-title";
import { MailChoicesForm } from "../mail-choices-form";
import type { loader } from "./mail-choices-route.server";

export const meta: MetaFunction = (page) => pageTitle("Your emails", page);

export default function YourMails() {
  return <MailChoicesForm {...useLoaderData<typeof loader>()} />;
}
