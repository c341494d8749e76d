export {
  default,
  ErrorBoundary,
  handle,
  meta,
} from "~/features/staff/connections/test-dashboard-route";
export { action, loader } from "~/features/staff/connections/test-dashboard-route.server";
