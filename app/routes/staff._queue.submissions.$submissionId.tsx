export {
  clientAction,
  clientLoader,
  default,
  handle,
  meta,
  shouldRevalidate,
} from "~/features/staff/review/review-route";
export { action, loader } from "~/features/staff/review/review-route.server";
export { StaffError as ErrorBoundary } from "~/features/staff/staff-error";
