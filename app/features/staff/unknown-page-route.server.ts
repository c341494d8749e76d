import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";

const NO_STAFF_PAGE = "There's no page of ours at this address. Check it, or open the queue.";

export async function loader({ context }: LoaderFunctionArgs): Promise<never> {
  await requireStaff(context);
  throw refusal(404, NO_STAFF_PAGE);
}
