import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readDraft } from "~/session/require-draft.server";
import { receiptOf } from "./receipt.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const draft = await readDraft(request, context);
  const receipt = typeof draft === "object" ? await receiptOf(context, draft.id) : undefined;
  const isOpen = typeof draft === "object";
  return { submission: receipt, isOpen, supportEmail: context.settings.SUPPORT_EMAIL };
}
