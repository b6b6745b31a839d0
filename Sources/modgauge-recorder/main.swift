print("rec")
