import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { cookieChoice, cookieChoiceHeader, cookieChoiceOf } from "~/session/cookie-choice";
import { readSmallForm } from "~/session/read-small-form";
import { refusal } from "~/session/refusal";

const NO_ANSWER = "You did not choose Accept or Refuse. Go back and press one of them.";

export function loader({ request }: LoaderFunctionArgs) {
  return { choice: cookieChoiceOf(request) };
}

/** Stores the answer in a cookie and returns to the page that asked. */
export async function action({ request }: ActionFunctionArgs) {
  const { fields, to } = await readSmallForm(request, "/cookie-choices");
  const choice = cookieChoice(fields.get("cookies"));
  if (!choice) throw refusal(400, NO_ANSWER);
  return redirect(to, { headers: { "Set-Cookie": cookieChoiceHeader(choice, request.url) } });
}
