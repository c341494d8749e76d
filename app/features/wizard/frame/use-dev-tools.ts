import { createContext, useContext } from "react";

/** The developer's shortcuts, as the server decided for this page. */
interface DevTools {
  isEnabled: boolean;
  /** Whether every step opens and Next does not validate. */
  skipsValidation: boolean;
  /** The submission mode; known if shortcuts are enabled. */
  submissionsEnabled?: boolean;
}

/** Off outside of the wizard's layout, and for every artist. */
export const DevToolsContext = createContext<DevTools>({
  isEnabled: false,
  skipsValidation: false,
});

export function useDevTools(): DevTools {
  return useContext(DevToolsContext);
}
