"""Who may do what: ranks, approvals, notifications, duties."""
