import { useLoaderData } from "@remix-run/react";
import { titled } from "~/ui/page-title";
import { MailChoicesForm } from "../mail-choices-form";
import type { loader } from "./mail-choices-route.server";

export const meta = titled("Your emails");

export default function YourMails() {
  return <MailChoicesForm {...useLoaderData<typeof loader>()} />;
}
