export {
  default,
  ErrorBoundary,
  handle,
  meta,
} from "~/features/staff/test-dashboard/test-dashboard-route";
export { action, loader } from "~/features/staff/test-dashboard/test-dashboard-route.server";
