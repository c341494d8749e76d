import { useRouteLoaderData } from "@remix-run/react";
import styles from "./support.module.css";

/** The address for help. */
export function SupportContact() {
  const address = useRouteLoaderData<{ supportEmail: string }>("root")?.supportEmail;
  if (!address) return null;
  return (
    <p className={styles.support}>
      Stuck? Write to <a href={`mailto:${address}`}>{address}</a>.
    </p>
  );
}
