print("modgauge")
