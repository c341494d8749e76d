import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import styles from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { handleLinkAction, showLinkPage } from "~/pages/artist-link.server";
import { beginInvited } from "~/pages/wizard/begin-by-link.server";
import { longDate } from "~/platform/formats/dates";
import { InvalidInvitation } from "~/views/wizard/links/invalid-link";
import { LinkWelcome } from "~/views/wizard/links/welcome";

/** Shows the invitation whose token is in this browser's cookie. Stores nothing. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return showLinkPage(request, context, "invited", ({ artistName, expiresAt }) => ({
    artistName,
    until: longDate(expiresAt),
    brand: context.settings.BRAND_NAME,
  }));
}

/** Opens the invited artist's draft; first offers a link to the draft it replaces. */
export async function action({ request, context }: ActionFunctionArgs) {
  return handleLinkAction(request, context, "invited", beginInvited);
}

export const meta: MetaFunction = (page) => [
  ...pageTitle("Your invitation", page),
  { name: "robots", content: "noindex" },
];

export default function YourInvitation() {
  const landing = useLoaderData<typeof loader>();
  const reply = useActionData<{ url: string }>();
  if ("why" in landing) return <InvalidInvitation reason={landing.why} hasDraft={landing.own} />;
  const { artistName, until, beside, shown, brand } = landing;
  return (
    <LinkWelcome
      {...beside}
      url={(reply ?? shown)?.url}
      eyebrow="Your invitation"
      heading={`Welcome, ${artistName}`}
    >
      <p className={styles.lead}>
        {brand} invites you to send us a release. We've filled in what we know about you already.
      </p>
      <p>
        The invitation is for one release, and for you alone. Start by {until}; once you've started,
        take the time you need.
      </p>
    </LinkWelcome>
  );
}

/** The root has no data after a refused post, so its error page would lack brand and contact. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
