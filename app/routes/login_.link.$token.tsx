import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { Button } from "~/components/controls";
import { ErrorPage } from "~/components/error-page";
import notice from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import {
  type InvalidSignInLink,
  readSignInLink,
  signInByLink,
} from "~/pages/portal/sign-in-link.server";
import { formErrorReply, retryLaterResponse, TOO_MANY_LINKS } from "~/session/refusal";

/** The address is secret, so no script may read it. */
export const handle = { scripts: false };

const status: Record<InvalidSignInLink, 404 | 410> = { unknown: 404, over: 410 };

/** Only invalid links count against the network's limit, so neighbours cannot block a valid one. */
async function invalidLinkReply(
  { context }: Pick<LoaderFunctionArgs, "context">,
  dead: InvalidSignInLink,
) {
  const wait = await context.scope.limitCall("token-checks");
  if (wait !== undefined)
    throw retryLaterResponse(context, { status: 429, text: TOO_MANY_LINKS, wait });
  return { dead };
}

/** Changes nothing: scanners and previews open every link. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const to = new URL(request.url).searchParams.get("to");
  const link = await readSignInLink(context, params.token, to);
  if (typeof link === "string")
    return data(await invalidLinkReply({ context }, link), { status: status[link] });
  return data({ shownAs: link.shownAs });
}

/** Signs in and spends the link; a second press says that it was used. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const result = await signInByLink(request, context, params.token);
  if (typeof result === "object") return redirect(result.to);
  return formErrorReply(context, await invalidLinkReply({ context }, result), {
    status: status[result],
  });
}

export const meta: MetaFunction = (page) => [
  ...pageTitle("Sign in by link", page),
  { name: "robots", content: "noindex" },
  // The address is secret and sent with no-referrer; this lets the page's own form send its origin only.
  { name: "referrer", content: "strict-origin" },
];

const texts: Record<InvalidSignInLink, string> = {
  unknown: "This link isn't complete. Copy all of it from the email, or ask for a new one.",
  over: "This link has been used, or its 15 minutes are over. Ask for a new one: it takes a moment.",
};

export default function SignInByLink() {
  const landing = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const dead = reply?.dead ?? ("dead" in landing ? landing.dead : undefined);
  if (dead)
    return (
      <div className={notice.page}>
        <h1>This link doesn't work</h1>
        <p className={notice.lead}>{texts[dead]}</p>
        <p className={notice.buttons}>
          <Button component="a" href="/login">
            Ask for a new link
          </Button>
        </p>
      </div>
    );
  return (
    <div className={notice.page}>
      <h1>Sign in</h1>
      <p className={notice.lead}>
        {"shownAs" in landing && <>This signs you in to the account of {landing.shownAs}.</>}
      </p>
      <form method="post" className={notice.buttons}>
        <Button type="submit">Sign in</Button>
      </form>
      <p className={notice.small}>
        Only on a device that's yours or that you trust: you stay signed in for 30 days.
      </p>
    </div>
  );
}

/** The root has no data after a refused post, so its error page would lack brand and contact. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
