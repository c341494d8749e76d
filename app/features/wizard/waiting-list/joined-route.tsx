import { Button } from "@mantine/core";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import styles from "~/ui/notice-page.module.css";
import { pageTitle, UNLISTED } from "~/ui/page-title";
import { JOINED_TITLE, Joined } from "./joined";
import type { loader } from "./joined-route.server";

/** After a redirect within the wizard, scripts run already; opened directly, the page needs none. */
export const handle = { scripts: false };

const NOT_FOUND_TITLE = "Nothing sent yet";

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => [
  ...pageTitle(data?.entry ? JOINED_TITLE : NOT_FOUND_TITLE, page),
  UNLISTED,
];

export default function JoinedTheList() {
  const { entry, supportEmail } = useLoaderData<typeof loader>();
  if (entry) return <Joined {...entry} supportEmail={supportEmail} />;
  return (
    <div className={`${styles.page} wood-side`}>
      <h1>{NOT_FOUND_TITLE}</h1>
      <p className={styles.lead}>We can't find this page.</p>
      <p>
        Not sure that you joined our waiting list? Send the form again: you can't be on the list
        twice. Or write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
      <div className={styles.buttons}>
        <Button component={Link} to="/submit">
          Share your new music
        </Button>
        <Button component={Link} to="/" variant="default">
          Return to Home
        </Button>
      </div>
    </div>
  );
}
