import { type ReactNode, useEffect, useId, useRef } from "react";
import styles from "./banner.module.css";

/**
 * The red banner over a step that cannot pass. Takes the focus when it appears, and again whenever
 * `news` changes, so that nobody has to look for what went wrong.
 */
export function Banner(props: { title: string; news: unknown; children: ReactNode }) {
  const { title, news, children } = props;
  const banner = useRef<HTMLDivElement>(null);
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the news is what brings the focus.
  useEffect(() => banner.current?.focus(), [news]);
  return (
    <div ref={banner} role="alert" aria-labelledby={id} className={styles.banner} tabIndex={-1}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </div>
  );
}
