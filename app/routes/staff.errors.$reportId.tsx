export { default, meta } from "~/features/staff/analytics/error-report-route";
export { loader } from "~/features/staff/analytics/error-report-route.server";
