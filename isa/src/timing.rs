//! Timing classes: how far apart dependent instructions must stand (manual 3.6.3).
