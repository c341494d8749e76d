import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
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
    </>
  );
}
