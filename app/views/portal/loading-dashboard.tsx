import { useNavigation } from "@remix-run/react";

/** Says that the dashboard is on its way, where it is asked for by script. */
export function LoadingDashboard() {
  const { location } = useNavigation();
  return <p role="status">{location?.pathname === "/dashboard" && "Loading your dashboard..."}</p>;
}
