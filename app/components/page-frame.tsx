import { Link } from "@remix-run/react";
import { type ReactNode, useSyncExternalStore } from "react";
import { subscribe, trouble, tryNow } from "~/platform/line.client";
import { Button } from "./controls";
import styles from "./page-frame.module.css";

/** The public layout: wordmark, the page, the small print. */
export function PageFrame({ brand, children }: { brand: string; children: ReactNode }) {
  return (
    <>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <header className={styles.header}>
        <Link to="/" className={styles.wordmark}>
          {brand || "Home"}
        </Link>
        <nav aria-label="Main">
          <Link to="/submit" className={styles.navLink}>
            Submit your music
          </Link>
        </nav>
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <footer className={styles.footer}>
        <p>© 2025 {brand}</p>
      </footer>
      <LineNotice />
    </>
  );
}

/** Says, over the foot of any page, that what was asked for waits for the line. */
function LineNotice() {
  // The .client module is empty on the server, where none of it is ever called.
  const why = useSyncExternalStore(
    (listen) => subscribe(listen),
    () => trouble(),
    () => "" as const,
  );
  return (
    <div role="status" className={styles.place}>
      {why && (
        <div className={styles.notice}>
          <p>
            <strong>
              {why === "offline" ? "You are offline." : "We can't be reached just now."}
            </strong>{" "}
            What you typed is kept, and we'll carry on as soon as the connection is back.
          </p>
          <Button variant="default" onClick={() => tryNow()}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}
