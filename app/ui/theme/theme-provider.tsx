import { MantineContext, MantineThemeProvider } from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import { useNonce } from "../nonce";
import { theme } from "./theme";

const ignore = () => {};

/**
 * What `MantineProvider` gives its components, without its style sheet of variables and its choice of a colour
 * scheme: both are in `tokens.css`.
 */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const value = useMemo(
    () => ({
      colorScheme: "light" as const,
      setColorScheme: ignore,
      clearColorScheme: ignore,
      getRootElement: () => document.documentElement,
      classNamesPrefix: "mantine",
      getStyleNonce: () => nonce ?? "",
      cssVariablesSelector: ":root",
      withStaticClasses: true,
    }),
    [nonce],
  );
  return (
    <MantineContext.Provider value={value}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext.Provider>
  );
}
