import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useRouteError } from "@remix-run/react";
import { ErrorPage } from "~/ui/error-page";
import { pageTitle } from "~/ui/page-title";
import { MailChoicesForm } from "../mail-choices-form";
import type { loader } from "./mail-choices-route.server";

export const meta: MetaFunction = (page) => pageTitle("Your emails", page);

export default function YourMails() {
  return <MailChoicesForm {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
